import { paths } from "../src/shared/paths";
import { addressOf, emailOf, PASSWORD } from "./users";

/** A separate process for `bench/sign-in.ts`: its load must not slow the process that measures. */
const [url = "", clients = "8", users = "1", seconds = "8", from = "many"] = process.argv.slice(2);

let until = Date.now() + Number(seconds) * 1000;
process.on("SIGTERM", () => {
  until = 0;
});
const answers: Record<string, number> = {};
let asked = 0;

/**
 * Signs in again and again without a pause. From `many` addresses: another person from each, every fourth time with a
 * wrong password. From `one`: always the same person with the right password, which no limit counts.
 */
async function hammer(): Promise<void> {
  while (Date.now() < until) {
    const turn = from === "one" ? 0 : asked++;
    const password = turn % 4 === 3 ? "not the password" : PASSWORD;
    const answer = await fetch(url + paths.authToken(), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "cf-connecting-ip": addressOf(turn),
      },
      body: new URLSearchParams({ username: emailOf(turn % Number(users)), password }),
    });
    await answer.arrayBuffer();
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: Number(clients) }, hammer));
console.log(JSON.stringify(answers));
