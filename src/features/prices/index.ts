export { getUsualPrice } from "./get-usual-price";
export { refreshUsualPrices } from "./refresh-usual-prices";
