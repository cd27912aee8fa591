import { editDistance } from "../../text/index.js";
import type { Subject } from "../detect.js";
import { matchesOf } from "../matches.js";
import type { Hit } from "../rules.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

/** Packages worth imitating, by index. Only names of at least five letters: shorter ones are a typo away from anything. */
export const PYTHON_PACKAGES = names(
  "requests urllib3 numpy pandas scipy matplotlib scikit-learn tensorflow torch torchvision django flask fastapi uvicorn sqlalchemy pydantic beautifulsoup4 selenium playwright openai anthropic langchain transformers tiktoken boto3 botocore cryptography paramiko colorama colored pillow opencv-python pyyaml python-dotenv python-pptx python-docx openpyxl pypdf pypdf2 pdfplumber reportlab jinja2 click httpx aiohttp websockets pytest setuptools wheel virtualenv poetry twine psycopg2 psycopg2-binary pymongo redis celery discord telethon python-telegram-bot web3 ccxt yfinance google-api-python-client google-auth slack-sdk stripe twilio sendgrid moviepy yt-dlp whisper openai-whisper faster-whisper networkx sympy nltk spacy gensim seaborn plotly streamlit gradio polars pyarrow lxml feedparser markdown tqdm rich typer loguru ruff black mypy isort pipx huggingface-hub sentence-transformers chromadb qdrant-client pinecone psutil pyautogui keyring requests-oauthlib simplejson dateutil python-dateutil pytz tzdata certifi charset-normalizer idna attrs packaging pytesseract pdf2image pymupdf camelot-py tabula-py easyocr imageio scikit-image statsmodels xgboost lightgbm keras accelerate datasets tokenizers diffusers peft bitsandbytes llama-index llama-cpp-python vllm ollama litellm instructor dspy autogen crewai mcp fastmcp aiofiles aiosqlite asyncpg alembic gunicorn starlette sanic tornado bottle werkzeug itsdangerous markupsafe pexpect fabric ansible docker kubernetes google-cloud-storage google-generativeai azure-identity azure-storage-blob dropbox tweepy praw instaloader spotipy pytube notion-client pygithub gitpython jira atlassian-python-api icalendar caldav vobject imapclient mailbox yagmail exchangelib pynput mss pyperclip pywin32 rapidfuzz fuzzywuzzy python-levenshtein tabulate prettytable termcolor xlsxwriter xlrd docx2txt textract pdfminer.six weasyprint html5lib cssselect parsel scrapy readability-lxml newspaper3k trafilatura tldextract httpcore h11 anyio sniffio trio pycryptodome pynacl bcrypt passlib pyjwt python-jose oauthlib msal freezegun faker hypothesis coverage tox nox flake8 pylint bandit black",
);
export const JAVASCRIPT_PACKAGES = names(
  "lodash express react react-dom preact next typescript webpack vite vitest jest mocha chai eslint prettier axios node-fetch commander chalk debug dotenv nodemon nodemailer mongoose mongodb redis ioredis socket.io puppeteer playwright cheerio jquery moment dayjs luxon uuid nanoid underscore async bluebird request requests rimraf mkdirp glob minimist yargs inquirer prompts sharp jimp passport jsonwebtoken bcrypt bcryptjs crypto-js helmet cors body-parser cookie-parser cross-env concurrently esbuild rollup parcel babel-cli ts-node openai anthropic langchain discord.js telegraf ethers web3 viem stripe twilio firebase aws-sdk graphql apollo-server prisma sequelize knex electron pnpm turbo lerna husky semver zod marked showdown remark pdf-lib pdfkit pptxgenjs docx xlsx exceljs papaparse csv-parse winston pino fs-extra graceful-fs classnames styled-components tailwindcss postcss autoprefixer tesseract.js pdf-parse pdfjs-dist mammoth turndown jsdom htmlparser2 linkedom undici superagent needle got ws socket.io-client fastify koa hapi nest hono mysql mysql2 pg sqlite3 better-sqlite3 typeorm drizzle-orm mikro-orm redux zustand mobx vue nuxt svelte angular solid-js gatsby astro storybook cypress supertest sinon nock ava tape nyc istanbul karma gulp grunt browserify terser uglify-js babel-loader ts-loader css-loader sass-loader sass less stylus nodemon pm2 forever serve http-server json-server live-server open execa shelljs cross-spawn which tmp archiver adm-zip jszip tar unzipper csv-parser xml2js fast-xml-parser js-yaml yaml toml ini ajv joi yup validator date-fns numeral mathjs lru-cache p-limit p-queue rxjs immer ramda qs query-string form-data multer formidable busboy mime mime-types iconv-lite clawhub clawdhub openclaw",
);

const INSTALL =
  /\b(?:(pip3?|pipx|uv|poetry)\s+(?:pip\s+)?(?:install|add)|(npm|pnpm|yarn|bun)\s+(?:install|i|add))\s+([^\n;&|`#]{2,300})/gi;

/** `pip install reqeusts`: a name one slip away from a package that everybody knows. */
export function misspelledPackages(statement: Statement, subject: Subject): readonly Hit[] {
  for (const [, python, , list = ""] of matchesOf(statement.text, INSTALL)) {
    const known = python === undefined ? JAVASCRIPT_PACKAGES : PYTHON_PACKAGES;
    if (!packagesIn(list).some((name) => imitates(name, known))) continue;
    const severity = under(statement, subject, "warn");
    if (severity === undefined) return [];
    return [{ rule: "dependency-confusion", severity, line: statement.line, excerpt: statement.text }];
  }
  return [];
}

function packagesIn(list: string): readonly string[] {
  return list
    .split(/\s+/)
    .slice(0, 40)
    .filter((part) => /^["']?[a-z][\w.-]{3,60}(?:$|["'[=<>~!@])/i.test(part))
    .map((part) =>
      part
        .replace(/^["']/, "")
        .replace(/["'[=<>~!@].*$/s, "")
        .toLowerCase(),
    );
}

/** True for a name that is one slip away from a known one. */
export function imitates(name: string, known: ReadonlySet<string>): boolean {
  if (name.length < 5 || known.has(name)) return false;
  for (const popular of known) {
    if (popular.length < 5 || Math.abs(popular.length - name.length) > 1) continue;
    const distance = editDistance(name, popular, 2);
    if (distance === 1 && popular.length >= 6) return true;
    // Two letters swapped, or one added and one dropped: the same letters in another order.
    if (distance <= 2 && popular.length >= 5 && sorted(name) === sorted(popular)) return true;
  }
  return false;
}

function sorted(name: string): string {
  return [...name].sort().join("");
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
