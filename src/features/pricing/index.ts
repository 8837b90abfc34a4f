export { PACKAGES, SELLER, VAT } from "./documents";
export { type Package, packagesOnSale, readCaps } from "./packages";
