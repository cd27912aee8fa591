"""Sentences as people say them to an assistant: frames written for this project, filled with common WordNet words."""

FIELDS = {
    4: "act", 5: "animal", 6: "artifact", 8: "body", 9: "idea", 10: "message", 11: "event", 12: "feeling", 13: "food",
    14: "group", 15: "place", 18: "person", 20: "plant", 21: "possession", 26: "state", 27: "substance", 28: "time",
    30: "change", 31: "think", 32: "say", 35: "touch", 36: "create", 38: "move", 40: "own", 41: "social",
}

NAMES = (
    "Spotify Netflix YouTube Gmail Outlook Slack Discord Telegram WhatsApp Notion Evernote Trello Asana Jira GitHub GitLab "
    "Docker Kubernetes Jenkins AWS Azure Terraform Ansible Postgres MySQL MongoDB Redis Elasticsearch Kafka Python "
    "JavaScript TypeScript React Rust Java Linux Windows macOS Android iPhone Excel Word PowerPoint Photoshop Figma Blender "
    "Shopify Amazon eBay PayPal Stripe Salesforce HubSpot Zoom Teams Dropbox Nextcloud Wikipedia Reddit Twitter LinkedIn "
    "Instagram Facebook Airbnb Uber Strava Garmin Fitbit Alexa Arduino Raspberry WordPress Django Flask Node nginx Grafana "
    "Prometheus Sentry Stata MATLAB LaTeX Markdown CSV JSON XML PDF MP3 PNG SQL HTML CSS API SSH VPN DNS USB Bluetooth WiFi "
    "Bitcoin Ethereum Nasdaq London Paris Tokyo Berlin Chicago Madrid Sydney Toronto Mumbai Cairo Spanish French German "
    "Italian Chinese Japanese Arabic Monday Friday Sunday Christmas January August"
).split()

FRAMES = """
my {artifact} doesn't work any more
the {artifact} keeps breaking and I don't know why
something is wrong with the {artifact} in my {place}
how do I {touch} the {artifact} without damaging the {artifact}
where can I get a cheap {artifact} around here
which {artifact} is better, this one or the {artifact}
I bought a new {artifact} and want to {change} it
turn off the {artifact} in the {place}
switch the {artifact} on when I get home
is the {artifact} still on
order a {artifact} and two {food}
I'm out of {food}, add it to the list
I have {food}, {food} and {food}, what can I do with it
what goes well with {food}
how long do I cook {food}
how many calories are in {food} and {food}
something with {food} but without {food}
my {body} hurts since {time}
there is a {substance} on my {body}, should I worry
is {food} bad for the {body}
I feel {feeling} all the time, what helps
I'm full of {feeling} because of the {event}
my {animal} won't eat its {food}
how do I train a {animal}
what does a {animal} need in the {place}
why does my {plant} lose its leaves
when do I plant {plant}
find a {place} with a good {artifact}
how far is it to the nearest {place}
what is there to see in {name}, maybe a {place}
I'm going to {name} with my {person}, what should we {move}
I want to {move} from {name} to {name} next {time}
when does it leave for {name}
what will it be like in {name} this {time}
tell my {person} that I'll be late for the {event}
send a {message} to my {person} about the {event}
write a {message} for the {event} of my {person}
my {person} asked me about the {idea}, what do I say
what did my {person} {say} about the {event}
call the {person} and {say} the {possession}
remind me of the {event} in a {time}
what do I have to do before the {event}
when is the next {event}
I want to {social} the {event} on {name}
cancel the {event}, my {person} can't come
who is coming to the {event}
how much {possession} do I have left this {time}
how much did I spend on {food} and {artifact} last {time}
what would the {possession} be if I {own} it over five {time}
I need to {own} {possession} for a new {artifact}
is it worth it to {own} a {artifact} now
pay the {person} for the {act}
explain {idea} to me like I'm a child
what's the difference between {idea} and {idea}
I have an exam on {idea} next {time}
help my {person} with the {idea}
what do we know about {idea} and {state}
read this {message} and tell me what matters
this {message} is too long, what's in it
fix the mistakes in my {message}
put this {message} into {name}
make the {message} sound more friendly
look up who {create} the {artifact}
find the latest about {group} and {idea}
what happened at the {event} in {name}
which {group} does the {person} belong to
is it true that {animal} can {move}
{create} a picture of a {animal} with a {artifact}
{create} a song about {feeling} and {plant}
{create} a short story with a {person} and a {animal}
I need a name for my {group} of {person}
give me ideas for the {event} of my {person}
what should I give my {person} who loves {act}
I want to get better at {act}
I can't {think} of anything for {time}
did I {think} about the {artifact} yesterday
keep track of my {act} every {time}
how often did I {move} this {time}
show me a plan for more {act} and less {state}
how do I {create} a {artifact} with {name}
how can I {change} my {name} file to {name}
convert this {name} to {name}
my {name} account is blocked
I can't log in to {name}
{name} is down again
the {name} server is slow since {time}
why does {name} fail with an error when I {change} it
{name} throws an exception as soon as I {touch} the {artifact}
set up {name} with {name} for my {group}
deploy it to {name} and {say} me when it is done
is there a {name} alternative for {act}
back up my {name} before I {change} anything
delete everything in the {name} that is older than a {time}
sort my {message} by {time} and {person}
which of these {message} are duplicates
count the {artifact} per {time} and draw it
add a column with the {possession} of each {person}
compare the {possession} of {name} and {name}
merge these two {message} into one
cut the first {time} off the {message}
make it smaller so that I can send it
the {artifact} looks ugly, make it nicer
which colour fits a {artifact} in a {place}
check whether the {message} leaks a {possession}
could somebody steal my {possession} from {name}
review what my {person} changed in the {artifact}
test whether the {artifact} still works after the {change}
what did we decide about the {event}
who promised to {create} the {artifact}
we have to finish the {artifact} by {name}, how do we get there
hire a {person} for the {act}
my {person} wants to leave the {group}, what now
am I allowed to {own} a {artifact} in {name}
what papers do I need to {move} to {name}
I don't want to pay for the {act} any more
the {person} next door {touch} my {artifact}
write to the {group} that I want my {possession} back
a customer is angry about the {artifact}
nobody buys our {artifact}
how do more {person} find our {place}
announce the {event} to everybody
play something with {feeling}
what should I {think} tonight, a {message} about {animal} maybe
any good {message} about {idea}
let's play, I am a {person} in a {place}
what can I see from my {place} at night
is it going to {change} before {time}
measure how much {substance} is in the {food}
what happens if I mix {substance} with {substance}
how many {time} until the {event}
how many {food} fit in a {artifact}
""".strip().splitlines()


def requests(draw, words, count):
    """`words` maps a field of FIELDS to its common words."""
    made = []
    for _ in range(count):
        frame = draw.choice(FRAMES)
        while "{" in frame:
            field = frame[frame.index("{") + 1 : frame.index("}")]
            word = draw.choice(NAMES) if field == "name" else draw.choice(words[field])
            frame = frame.replace("{" + field + "}", word, 1)
        shape = draw.random()
        if shape < 0.15:
            frame = frame[:1].upper() + frame[1:] + "."
        elif shape < 0.25:
            frame = "Hey, " + frame
        elif shape < 0.35:
            frame = frame + ", please"
        made.append(frame)
    return made
