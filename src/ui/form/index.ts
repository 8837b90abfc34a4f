export { AppCheckField } from "./app-check-field";
export { CheckedEmailField, toAskedField, toKeptField } from "./checked-email-field";
export { Checkbox, CheckboxGroup, RadioGroup } from "./choices";
export { DiscardDraft } from "./discard-draft";
export { EnterSubmit } from "./enter-submit";
export { ErrorSummary } from "./error-summary";
export { addRetryAdvice, type FormErrors, formatRefusal, hasErrors, toFormErrors } from "./errors";
export { FieldGroup, fieldId } from "./field";
export { FileField } from "./file-field";
export { FormSection } from "./form-section";
export {
  countyOptions,
  formatOptions,
  languageOptions,
  levelOptions,
  locationOptions,
  moderationReasonOptions,
  type Option,
  sessionMinutesOptions,
  subjectOptions,
  trialOptions,
} from "./options";
export { PostForm } from "./post-form";
export { PriceField } from "./price-field";
export { Select } from "./select";
export { SlotGrid } from "./slot-grid";
export { SubmitButton } from "./submit-button";
export { TextArea } from "./text-area";
export { BirthDateField, CodeField, DateField, EmailField, PasswordField, TextField } from "./text-field";
export { useFields } from "./use-fields";
