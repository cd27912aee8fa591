/** Tools, services, formats and acronyms that thousands of people share; they may be remembered as they are. */
export const TOOL_NAMES: ReadonlySet<string> = new Set(
  `.net 2d 3d 4k a/b activemq adobe aftership ai airbnb airbyte airflow airtable algolia alpine amqp android
angular ansible anthropic apache api apify arduino argocd arm64 arxiv asana asciidoc asp asp.net asr
assemblyai astro atlassian auth0 autocad avif avro awk aws axios azure b2b b2c backblaze bamboohr bard
base64 bash bazel beautifulsoup bi bigquery binance bitbucket bitcoin bitwarden blender bloomberg bootstrap
brave browserstack buildkite bun c# c++ cad calcom calendly canva cdn chartjs chatgpt chrome chromium
ci ci/cd circleci clawhub cli clickhouse clickup cloudflare cloudformation cloudinary cloudwatch cmake cms
codecov codex coinbase coingecko composer confluence consul contentful copilot cors couchbase couchdb cpu
craigslist crm cron crud crunchbase css csv curl cv cython d3 d3.js databricks datadog db dbt ddl debian
deepgram deepl deepseek deno dhl discord discourse django dns docker dockerfile docusign docx dom doordash
dotnet dropbox drupal duckdb duckduckgo dvc dynamodb e2e ebay ec2 elasticsearch electron elevenlabs eleventy
elt emacs epub erlang erp eslint etcd ethereum etl etsy eventbrite evernote excel exif exiftool expo f#
facebook faq fastapi fastify fedex ffmpeg figma firebase firecrawl firefox fitbit flask flutter foursquare
freshdesk ftp gcloud gcp gdb geojson gif gimp gis git gitea github gitlab gmail godot golang google gopher
gps gpu gradle grafana graphviz groovy grpc gui gulp gzip h.264 h.265 h264 h265 hackernews hadoop hbase hdr
helm heroku homeassistant homebrew hotjar htm html http http2 https hubspot huggingface hulu i18n iam iban
ical icalendar icloud icns ide imagemagick imap imessage influxdb ingress instacart instagram intellij
intercom ios iot ip ipad ipfs iphone ipv4 ipv6 isbn istio jaeger java javascript jdbc jest jetbrains jinja
jira jpeg jpg jq jquery js json jsonl jsx junit jupyter jwt k-means k8s kanban keras keycloak kibana klaviyo
kotlin kpi kubectl kubernetes kustomize l10n lambda langchain laravel latex ldap lighthouse linear linkedin
linux llamaindex llm loki looker macos mailchimp mailgun make mariadb mastodon matlab matomo matplotlib
maven mcp md5 memcached mermaid metabase microsoft minikube minio mixpanel mkdocs mkv ml mlops mongodb
mongoose mov mp2 mp3 mp4 mpeg4 mqtt mssql mypy mysql n8n nas nasdaq neo4j neon ner netflix netlify netsuite
next.js nextcloud nextjs nfc nft nginx ngrok nlp node node.js nodejs notion npm nuget numpy nuxt nuxt.js
nvidia nvim oauth oauth2 oauth2.0 objective-c obsidian ocr odbc office365 okta ollama onedrive onenote onnx
oop openai openapi openclaw opencv openrouter openshift openssl openstreetmap openvpn oracle orm os p2p
pagerduty pandas pandoc paypal pdf perplexity photoshop php pinecone pinterest pip pki playwright plotly png
pnpm poc podman polars pos postfix postgis postgres postgresql posthog postman powerpoint powershell pptx
prettier prisma prometheus protobuf pulumi puppeteer pycharm pydantic pypi pytest python pytorch qa qdrant
qr quickbooks rabbitmq rag ram raspberry react.js reddit redis redshift redux resend rest rfc rfp roi rollup
rpc rss rtf rubocop rust s3 saas safari sagemaker salesforce sap sass sbom sci-fi scikit-learn scipy sdk
selenium sendgrid sentry seo sftp sha1 sha256 sharepoint shopify signalr skype sla slack sms smtp snowflake
soap soc solidity solr sonarqube soundcloud splunk spotify sql sqlite sqlserver squarespace sre ssd ssh ssl
sso stackoverflow steam storybook strapi strava streamlit stripe stt substack supabase svelte svg swagger
swiftui symfony tableau tailscale tailwind tar tcp tcp/ip tdd teams telegram tensorflow terraform three.js
tiff tiktok tls tmux todoist toml traefik trello tripadvisor tsv tsx tts tv twilio twitch twitter typeform
typescript uber ubuntu udp ui uml unity unix unsplash uri url urllib usb usps utf-8 utf8 ux vagrant vat
vercel vim vimeo vite vitest vlc vm vmware voip vpn vscode vue vue.js wasm wav waze weaviate web3
webassembly webflow webgl webm webp webpack websocket wechat whatsapp whisper wikipedia windows wireguard
wireshark wolfram woocommerce wordpress workday wsl www x86 xcode xero xlsx xml xpath xss yaml yarn yelp
youtube zapier zendesk zig zillow zod zoom zsh`.split(/\s+/),
);
