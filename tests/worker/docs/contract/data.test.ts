import { proveCalls } from "./prove";
import { exhaustLimits, member } from "./scenes";

const EXPORT = "/data/users/me.json";

proveCalls("data", {
  "GET /data/users/me.json": {
    200: [
      async (scene) => scene.send(`${EXPORT}?format=export`, { headers: (await member(scene)).headers }),
      async (scene) =>
        scene.send(`${EXPORT}?format=export&auth=${(await member(scene, { role: "t" })).token}`),
    ],
    400: async (scene) => scene.send(EXPORT, { headers: (await member(scene)).headers }),
    401: ({ send }) => send(`${EXPORT}?format=export`),
    429: async (scene) => {
      const { headers } = await member(scene);
      const ask = () => scene.send(`${EXPORT}?format=export`, { headers });
      await ask();
      await exhaustLimits(scene.app);
      return ask();
    },
  },
});
