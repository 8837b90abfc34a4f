import { paths } from "../src/shared/paths";
import { PASSWORD, userEmail, visitorAddress } from "./catalogue/serve-with-users";

/** The sign-in load of `bench/questions/sign-in.ts`, in its own process so that it doesn't slow the measurement. */
const [url = "", clients = "8", users = "1", seconds = "8", from = "many"] = process.argv.slice(2);

let until = Date.now() + Number(seconds) * 1000;
process.on("SIGTERM", () => {
  until = 0;
});
const answers: Record<string, number> = {};
let requests = 0;

/**
 * Signs in without a pause. From `many` addresses: a different user each time, every fourth time with a wrong password.
 * From `one`: the same user with the correct password, which no limit counts.
 */
async function signInRepeatedly(): Promise<void> {
  while (Date.now() < until) {
    const requestIndex = from === "one" ? 0 : requests++;
    const password = requestIndex % 4 === 3 ? "not the password" : PASSWORD;
    const answer = await fetch(url + paths.authToken(), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "cf-connecting-ip": visitorAddress(requestIndex),
      },
      body: new URLSearchParams({ username: userEmail(requestIndex % Number(users)), password }),
    });
    await answer.arrayBuffer();
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: Number(clients) }, signInRepeatedly));
console.log(JSON.stringify(answers));
