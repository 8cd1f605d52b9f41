// The kernel in WebAssembly, and its memory. What its functions do stands in turn/kernel/wasm/exports.c.

const KINDS = { i4: Int32Array, i8: BigInt64Array, f8: Float64Array, u2: Uint16Array };

/** The kernel from the answer to a request for it. */
export async function load(response) {
  const module = await WebAssembly.compile(await response.arrayBuffer());
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize?.();
  return new Kernel(exports);
}

/** Whether this browser runs the kernel, which needs vectors (SIMD). */
export const fits = () => typeof DecompressionStream === "function" && WebAssembly.validate(new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]));

class Kernel {
  constructor(exports) {
    this.run = exports;
  }

  /** The address of room for so many numbers of a kind. */
  room(kind, count) {
    const address = this.run.room(Math.max(count, 1) * KINDS[kind].BYTES_PER_ELEMENT) >>> 0;
    if (!address) throw new Error("this browser has no memory left for it; a server (yahtzee serve) may have");
    return address;
  }

  free(...addresses) {
    addresses.forEach((address) => this.run.leave(address));
  }

  /** A view of the numbers there; void once there is more memory. */
  view(kind, address, count) {
    return new KINDS[kind](this.run.memory.buffer, address, count);
  }

  /** The address of a copy of some numbers. */
  put(kind, numbers) {
    const address = this.room(kind, numbers.length);
    const copied = kind === "i8" ? BigInt64Array.from(numbers, BigInt) : numbers;
    this.view(kind, address, numbers.length).set(copied);
    return address;
  }

  /** Call a kernel; an error when its memory is short. */
  call(name, ...args) {
    if (this.run[name](...args)) throw new Error("this browser has no memory left for it");
  }

  /** The address of a game from its file. */
  game({ header, arrays }) {
    const places = header.arrays.slice(0, header.kernel).map(([name, kind]) => this.put(kind, arrays[name]));
    return this.run.game(this.put("f8", header.numbers), this.put("i4", Int32Array.from(places)));
  }
}
