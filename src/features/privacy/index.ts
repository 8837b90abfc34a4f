export { ConsentForm } from "./consent-form";
export { EraseForm } from "./erase-page";
export { repeatErasures } from "./repeat-erasures";
export { StoredData } from "./stored-data";
