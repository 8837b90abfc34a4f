export { ConsentForm } from "./consent-form";
export { EraseForm } from "./erase-form";
export { StoredData } from "./stored-data";
