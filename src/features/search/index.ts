export { findFrontListings } from "./front";
export { PromotedBlock } from "./promoted-block";
