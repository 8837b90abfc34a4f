/** Prints what a script does and ends the process, if the arguments contain `--help` or `-h`. */
export function handleHelp(usage: string, description: string): void {
  const args = process.argv.slice(2);
  if (!args.includes("--help") && !args.includes("-h")) return;
  console.log(`Usage: ${usage}\n\n${description}`);
  process.exit(0);
}
