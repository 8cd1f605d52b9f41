// The file of a game (web/game_data.py): a header of words and numbers, and whole numbers in arrays.

/** {header, arrays}: arrays holds an Int32Array by name. */
export async function read(response) {
  const unzipped = response.body.pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unzipped).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  let at = 4 + length;
  for (const [name, , size, count] of header.arrays) {
    arrays[name] = summed(bytes.subarray(at, at + size * count), size, count);
    at += size * count;
  }
  return { header, arrays };
}

/** Numbers from their differences, of which all lowest bytes come first. */
function summed(planes, size, count) {
  const numbers = new Int32Array(count);
  const free = 32 - 8 * size;
  let last = 0;
  for (let i = 0; i < count; i++) {
    let difference = 0;
    for (let byte = 0; byte < size; byte++) difference |= planes[byte * count + i] << (8 * byte);
    last += (difference << free) >> free;
    numbers[i] = last;
  }
  return numbers;
}
