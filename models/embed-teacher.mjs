// Embeds texts (one a line) with a teacher, mean pooling, unit length: all-MiniLM-L6-v2 (int8 ONNX), or gte-small (float32).
// Usage: node embed-teacher.mjs <work folder> texts|vocabulary|texts-second
// Reads <work>/texts.txt or the teacher's own vocabulary; writes <name>.f32, and for texts also their token ids.
// Both teachers have the same vocabulary and tokenizer.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , work, name] = process.argv;
const require = createRequire(resolve(work, "npm", "package.json"));
const ort = require("onnxruntime-node");
const { Tokenizer } = require("@huggingface/tokenizers");

const MODEL = join(work, "teacher/package/models/Xenova/all-MiniLM-L6-v2");
const WEIGHTS =
  name === "texts-second"
    ? join(work, "second/package/dist/Xenova/gte-small/onnx/model.onnx")
    : join(MODEL, "onnx/model_quantized.onnx");
const DIMENSIONS = 384;
const TOKENS_PER_BATCH = 2048;
const MAXIMUM_TOKENS = 64;
const CLS = 101;
const SEP = 102;

const definition = JSON.parse(readFileSync(join(MODEL, "tokenizer.json"), "utf8"));

function ownTokens() {
  return Object.values(definition.model.vocab)
    .sort((a, b) => a - b)
    .map((id) => [CLS, id, SEP]);
}

function textTokens() {
  const settings = JSON.parse(readFileSync(join(MODEL, "tokenizer_config.json"), "utf8"));
  const tokenizer = new Tokenizer(definition, settings);
  const texts = readFileSync(join(work, "texts.txt"), "utf8").split("\n").slice(0, -1);
  const ids = texts.map((text) =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.slice(0, MAXIMUM_TOKENS - 2),
  );
  writeFileSync(join(work, "texts.ids.i32"), Int32Array.from(ids.flat()));
  writeFileSync(
    join(work, "texts.lengths.i32"),
    Int32Array.from(ids, (own) => own.length),
  );
  return ids.map((own) => [CLS, ...own, SEP]);
}

const tokens = name === "vocabulary" ? ownTokens() : textTokens();
const order = tokens.map((_, index) => index).sort((a, b) => tokens[a].length - tokens[b].length || a - b);
const session = await ort.InferenceSession.create(WEIGHTS, {
  intraOpNumThreads: Number(process.env.THREADS ?? 2),
  graphOptimizationLevel: "all",
});
const file = openSync(join(work, `${name}.f32`), "w");
const started = performance.now();
let done = 0;
let reported = 0;
while (done < order.length) {
  // Texts of one length share a batch, so that nothing is padded twice over.
  let end = done;
  while (end < order.length && (end - done + 1) * tokens[order[end]].length <= TOKENS_PER_BATCH) end += 1;
  const batch = order.slice(done, Math.max(end, done + 1));
  const width = tokens[batch.at(-1)].length;
  const ids = new BigInt64Array(batch.length * width);
  const mask = new BigInt64Array(batch.length * width);
  batch.forEach((text, row) => {
    tokens[text].forEach((token, column) => {
      ids[row * width + column] = BigInt(token);
      mask[row * width + column] = 1n;
    });
  });
  const shape = [batch.length, width];
  const result = await session.run({
    input_ids: new ort.Tensor("int64", ids, shape),
    attention_mask: new ort.Tensor("int64", mask, shape),
    token_type_ids: new ort.Tensor("int64", new BigInt64Array(batch.length * width), shape),
  });
  const hidden = result.last_hidden_state.data;
  batch.forEach((text, row) => {
    const vector = new Float32Array(DIMENSIONS);
    for (let column = 0; column < tokens[text].length; column += 1) {
      const start = (row * width + column) * DIMENSIONS;
      for (let d = 0; d < DIMENSIONS; d += 1) vector[d] += hidden[start + d];
    }
    const norm = Math.hypot(...vector) || 1;
    for (let d = 0; d < DIMENSIONS; d += 1) vector[d] /= norm;
    writeSync(file, vector, 0, vector.byteLength, text * vector.byteLength);
  });
  done += batch.length;
  if (done - reported >= 20_000) {
    reported = done;
    console.log(
      `${done}/${tokens.length} texts, ${Math.round((done / (performance.now() - started)) * 1000)} a second`,
    );
  }
}
closeSync(file);
console.log(`${tokens.length} texts in ${Math.round((performance.now() - started) / 1000)} s`);
