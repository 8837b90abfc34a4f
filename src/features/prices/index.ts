export { getLevelPrices, getUsualPrice, listUsualPrices } from "./get-usual-price";
export { refreshUsualPrices } from "./refresh-usual-prices";
