export { turnOffMail } from "./turn-off-mail";
export { createUnsubscribeToken, parseUnsubscribeToken, type Unsubscription } from "./unsubscribe-token";
