export { SELLER } from "./documents";
export { type Package, packagesOnSale, readCaps } from "./packages";
