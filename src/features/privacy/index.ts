export { EraseForm } from "./erase-form";
