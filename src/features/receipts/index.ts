export { paperStatements } from "./paper-statements";
