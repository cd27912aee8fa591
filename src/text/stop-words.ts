/** English words that carry grammar and no meaning of their own, in the form `tokenise` gives them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are arent as at be because been before being below
between both but by can cant could couldnt did didnt do does doesnt doing dont down during each else etc few
for from further had hadnt has hasnt have havent having he her here heres hers herself hes him himself his
how i if im in into is isnt it its itself ive just kindly let lets like may maybe me might more most must my
myself no nor not now of off on once only or other our ours ourselves out over own please same shall she
shes should shouldnt so some such than thanks that thats the their theirs them themselves then there theres
these they theyre this those through to too under until up upon us very via want wants was wasnt we were
werent what whats when where which while who whom whos whose why will with within without wont would wouldnt
yet you your youre yours yourself`.split(/\s+/),
);
