export { SELLER } from "./documents";
export { type Package, packagesOnSale, readCaps } from "./packages";
export { sellerOf } from "./seller";
