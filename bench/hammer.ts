import { paths } from "../src/shared/paths";
import { addressOf, emailOf, PASSWORD } from "./people";

/** A process of its own for `bench/sign-in.ts`: what it does must not slow the one that measures. */
const [url = "", clients = "8", people = "1", seconds = "8"] = process.argv.slice(2);

const until = Date.now() + Number(seconds) * 1000;
const answers: Record<string, number> = {};
let asked = 0;

/** Signs in again and again without a pause: other people from other addresses, every fourth with a wrong password. */
async function hammer(): Promise<void> {
  while (Date.now() < until) {
    const turn = asked++;
    const password = turn % 4 === 3 ? "not the password" : PASSWORD;
    const answer = await fetch(url + paths.authToken(), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "cf-connecting-ip": addressOf(turn),
      },
      body: new URLSearchParams({ username: emailOf(turn % Number(people)), password }),
    });
    await answer.arrayBuffer();
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: Number(clients) }, hammer));
console.log(JSON.stringify(answers));
