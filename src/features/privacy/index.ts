export { ConsentForm } from "./consent-form";
export { EraseForm } from "./erase-page";
export { StoredData } from "./stored-data";
