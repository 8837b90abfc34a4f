export { tellEnded } from "./tell-ended";
export { tellEnding } from "./tell-ending";
