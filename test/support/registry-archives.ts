import { deflateRawSync, gzipSync } from "node:zlib";
import { crc32 } from "../../src/registries/crc32.js";

const encoder = new TextEncoder();

/** One zip entry; every field that a writer could lie about can be set. */
export interface ZipSpec {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly mode?: number;
  readonly store?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly crc?: number;
  readonly packed?: Uint8Array;
  readonly localName?: string;
  readonly localSize?: number;
  readonly localCrc?: number;
  readonly localMethod?: number;
  readonly extra?: Uint8Array;
  /** Points at the data of an earlier entry instead of its own. */
  readonly offset?: number;
  readonly descriptor?: boolean;
}

export interface ZipOptions {
  readonly prefix?: Uint8Array;
  readonly suffix?: Uint8Array;
  readonly comment?: Uint8Array;
  readonly count?: number;
  readonly diskCount?: number;
  readonly directoryShift?: number;
  readonly zip64?: boolean;
  readonly disk?: number;
}

const bytesOf = (value: string | Uint8Array): Uint8Array =>
  typeof value === "string" ? encoder.encode(value) : value;

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff);
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A zip written by hand, so that it can be wrong in any way we like. */
export function makeZip(specs: readonly ZipSpec[], options: ZipOptions = {}): Uint8Array {
  const locals: Uint8Array[] = [options.prefix ?? new Uint8Array()];
  const centrals: Uint8Array[] = [];
  let offset = locals[0]?.length ?? 0;
  for (const spec of specs) {
    const content = bytesOf(spec.content ?? "");
    const name = bytesOf(spec.name);
    const localName = bytesOf(spec.localName ?? spec.name);
    const method = spec.method ?? (spec.store === true || content.length === 0 ? 0 : 8);
    const packed = spec.packed ?? (method === 0 ? content : new Uint8Array(deflateRawSync(content)));
    const crc = spec.crc ?? crc32(content);
    const size = spec.size ?? content.length;
    const packedSize = spec.packedSize ?? packed.length;
    const flags = (spec.flags ?? 0x0800) | (spec.descriptor === true ? 8 : 0);
    const extra = spec.extra ?? new Uint8Array();
    const sizes =
      spec.descriptor === true
        ? join(u32(0), u32(0), u32(0))
        : join(u32(spec.localCrc ?? crc), u32(packedSize), u32(spec.localSize ?? size));
    const local = join(
      u32(0x04034b50),
      u16(20),
      u16(flags),
      u16(spec.localMethod ?? method),
      u16(0),
      u16(0x21),
      sizes,
      u16(localName.length),
      u16(0),
      localName,
      packed,
      spec.descriptor === true
        ? join(u32(0x08074b50), u32(crc), u32(packedSize), u32(size))
        : new Uint8Array(),
    );
    centrals.push(
      join(
        u32(0x02014b50),
        u16(0x0314),
        u16(20),
        u16(flags),
        u16(method),
        u16(0),
        u16(0x21),
        u32(crc),
        u32(packedSize),
        u32(size),
        u16(name.length),
        u16(extra.length),
        u16(0),
        u16(0),
        u16(0),
        u32(((spec.mode ?? 0o100644) << 16) >>> 0),
        u32(spec.offset ?? offset),
        name,
        extra,
      ),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = join(...centrals);
  const count = options.count ?? specs.length;
  const comment = options.comment ?? new Uint8Array();
  const end = join(
    u32(0x06054b50),
    u16(options.disk ?? 0),
    u16(0),
    u16(options.diskCount ?? count),
    u16(count),
    u32(directory.length),
    u32(options.zip64 === true ? 0xffffffff : offset + (options.directoryShift ?? 0)),
    u16(comment.length),
    comment,
  );
  return join(...locals, directory, end, options.suffix ?? new Uint8Array());
}

export interface TarSpec {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly mode?: number;
  readonly link?: string;
  readonly sizeField?: string;
  readonly badChecksum?: boolean;
  readonly prefix?: string;
}

/** One pax record: `<length> key=value\n`, where the length counts itself. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return `${length}${rest}`;
}

export function makeTar(
  specs: readonly TarSpec[],
  options: { readonly end?: boolean; readonly suffix?: Uint8Array } = {},
): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const spec of specs) {
    const content = bytesOf(spec.content ?? "");
    const header = new Uint8Array(512);
    const put = (text: string, at: number) => header.set(encoder.encode(text), at);
    put(spec.name, 0);
    put((spec.mode ?? 0o644).toString(8).padStart(7, "0"), 100);
    put("0000000\0", 108);
    put("0000000\0", 116);
    put(spec.sizeField ?? `${content.length.toString(8).padStart(11, "0")}\0`, 124);
    put("00000000000\0", 136);
    put("        ", 148);
    put(spec.type ?? "0", 156);
    put(spec.link ?? "", 157);
    put("ustar\0", 257);
    put("00", 263);
    put(spec.prefix ?? "", 345);
    const sum = header.reduce((total, byte) => total + byte, 0) + (spec.badChecksum === true ? 1 : 0);
    put(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    blocks.push(header, content, new Uint8Array((512 - (content.length % 512)) % 512));
  }
  if (options.end !== false) blocks.push(new Uint8Array(1024));
  return join(...blocks, options.suffix ?? new Uint8Array());
}

export function gzip(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(bytes));
}
