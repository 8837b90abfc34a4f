import { createApp } from "@/app";
import { createDocument } from "@/api-docs/document";
const app = createApp();
await Bun.write(process.argv[2]!, JSON.stringify(createDocument(app.routes as never, "https://catedra.test"), null, 1));
process.exit(0);
