/**
 * Calls `handleBatch` until a batch is not full, at most `maxBatches` times. It gets the largest number of rows and
 * returns how many there were. Returns their sum.
 */
export async function runInBatches(
  { size, maxBatches }: { size: number; maxBatches: number },
  handleBatch: (size: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < maxBatches; batch++) {
    const count = await handleBatch(size);
    sum += count;
    if (count < size) break;
  }
  return sum;
}
