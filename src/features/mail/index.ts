export { deliverMail } from "./deliver-mail";
export { queueMail } from "./queue-mail";
export { sweepSent } from "./sweep-sent";
