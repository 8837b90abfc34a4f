export { eraseOwnInvitationsStatements, exportInvitations } from "./personal-data";
export { listInvitationErasures } from "./refuse-invitation";
export { sweepInvitations } from "./sweep-invitations";
