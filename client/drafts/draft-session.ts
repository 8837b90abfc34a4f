import { apiFetch } from "@client/http";
import { FORM_CHANNEL } from "@/shared/draft-keys";
import { paths } from "@/shared/paths";
import { type FormValues, toListingInput } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { type Autosave, createAutosave } from "./autosave";
import { hasSameValues, readFormValues } from "./form-values";
import type { ListingContent, SaveObstacle } from "./listing-content";
import { markFormSubmitted } from "./mark-form-submitted";
import { openForm } from "./open-form";
import type { SaveState } from "./save-state";
import { CONFLICTING_VERSION, deleteDraft, type SavedDraft, saveDraft } from "./saved-drafts";

export type DraftOptions = {
  form(): HTMLFormElement | null;
  /** Id of the signed-in user; "" for a visitor, whose drafts are not saved. */
  accountId: string;
  id: string;
  /** The saved version; null for a new listing. */
  version: number | null;
  /** The form's values as the page was sent. */
  initialValues: FormValues;
  /** The saved content; null for a new listing. */
  saved: ListingContent | null;
  /** Whether the listing is saved on the server automatically. Otherwise its input is only stored in the browser. */
  isDraft: boolean;
  /** Whether the server returned the form unsaved, so that it is newer than any stored draft. */
  isUnsaved: boolean;
  /** Whether the server returned the form because another writer had saved the listing. */
  hasConflict: boolean;
  /** Path at which a saved listing is edited. */
  editHref(id: string): string;
  /** The content of the form, or why it can't be saved yet. */
  readContent(values: FormValues, id: string): ListingContent | SaveObstacle;
  /** Puts values into the form, with the pictures that they name. */
  showValues(values: FormValues, id: string): void;
  /** Puts a saved listing into the form. */
  showSaved(content: OwnListingJson): void;
  /** The listing is saved, so pictures can be uploaded. */
  onSaved(version: number): void;
  onSaveState(state: SaveState): void;
  /** Whether the browser has stored the input; false when its storage is full or disabled. */
  onStored(isStored: boolean): void;
  /** The form shows a stored draft; null once it is saved or replaced. */
  onRestored(draft: SavedDraft | null): void;
  onOpenInOtherTab(isOpen: boolean): void;
};

/**
 * The input of one open listing form: stored in the browser at each change, and for a draft saved on the server after a
 * pause. Tabs tell each other what they save.
 */
export class DraftSession {
  #options: () => DraftOptions;
  #id: string;
  #autosave: Autosave | null = null;
  #opening: Promise<void> | null = null;
  #channel: BroadcastChannel | null = null;
  #locks: (() => void)[] = [];
  #isDisposed = false;
  #isSubmitting = false;
  /** Whether the user changed the form. */
  #isDirty = false;

  /** `options` returns the options of the latest render. */
  constructor(options: () => DraftOptions) {
    this.#options = options;
    this.#id = options().id;
  }

  get id(): string {
    return this.#id;
  }

  /** Whether the server has the listing. */
  get isSaved(): boolean {
    return this.#version !== null;
  }

  /** Whether a submit now could conflict with the form's own save. */
  get isBusy(): boolean {
    return this.#autosave?.isBusy ?? true;
  }

  /** Starts the session. The returned function ends it. */
  open(): () => void {
    const flushChanges = () => {
      if (this.#isDirty) this.flush();
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") flushChanges();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    addEventListener("online", flushChanges);
    this.#opening = this.#start().catch((error) => console.error("drafts failed", error));
    return () => {
      this.#isDisposed = true;
      for (const release of this.#locks) release();
      void this.#autosave?.close(0);
      this.#channel?.close();
      document.removeEventListener("visibilitychange", onVisibilityChange);
      removeEventListener("online", flushChanges);
    };
  }

  /** The user changed the form. */
  touch(): void {
    this.#isDirty = true;
    this.#store();
    this.#autosave?.saveSoon();
  }

  /** Saves now. */
  flush(): void {
    void this.#autosave?.flush();
  }

  /** Deletes the stored draft and reloads the page, which shows the saved version. */
  discard(): void {
    this.#deleteDraft();
    void this.#autosave?.close(0);
    const { pathname, search } = location;
    location.replace(pathname + search);
  }

  /** Ends a conflict: the form's values will replace what another writer saved. */
  keepTyped(): void {
    this.#autosave?.overwrite();
    this.#store();
    this.#autosave?.saveSoon();
  }

  /** Ends a conflict: the form shows what another writer saved. */
  async acceptSaved(content: OwnListingJson | null): Promise<void> {
    const saved = content ?? (await fetchListing(this.#id));
    const options = this.#options();
    options.showSaved(saved);
    this.#autosave?.adopt(saved);
    options.onRestored(null);
    this.#deleteDraft();
  }

  /**
   * Call before the form is submitted. Resolves when no save is running, after at most `ms`; nothing is saved until
   * `reopen`.
   */
  async close(ms: number): Promise<void> {
    this.#isSubmitting = true;
    if (!this.#autosave) await Promise.race([this.#opening, new Promise((late) => setTimeout(late, ms))]);
    await this.#autosave?.close(ms);
  }

  /** The form was not submitted after all. */
  reopen(): void {
    this.#isSubmitting = false;
    this.#autosave?.reopen();
  }

  /** The form is being submitted; the next page decides whether the draft is still needed. */
  markSubmitted(): void {
    if (this.#options().accountId !== "") markFormSubmitted(this.#id);
  }

  /** Before the first save of a new listing null. */
  get #version(): number | null {
    return this.#autosave?.version ?? this.#options().version;
  }

  async #start(): Promise<void> {
    const hasConflict = await this.#openDraft();
    if (this.#isDisposed) return;
    const options = this.#options();
    this.#autosave = createAutosave({
      id: this.#id,
      version: options.version,
      saved: options.saved,
      hasConflict,
      isAutosaveOff: !options.isDraft,
      read: () => this.#options().readContent(this.#readValues(), this.#id),
      call: apiFetch,
      onState: (state) => this.#handleState(state),
      onSaved: (content) => this.#handleSaved(content),
    });
    if (this.#isSubmitting) void this.#autosave.close(0);
    this.#channel = new BroadcastChannel(FORM_CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<{ id: string }>) => {
      if (data.id !== this.#id) return;
      this.#handleOtherSave().catch((error) => console.error("save of another tab not shown", error));
    };
    // Changes typed before the script was loaded.
    if (options.isUnsaved || !hasSameListing(this.#readValues(), options.initialValues)) this.touch();
  }

  /** Locks the form for this tab and shows its stored draft. Returns whether autosave starts with a conflict. */
  async #openDraft(): Promise<boolean> {
    const { accountId, hasConflict } = this.#options();
    if (accountId === "") return hasConflict;
    const { draft, isOpenInOtherTab } = await openForm(accountId, this.#options(), this.#locks);
    if (this.#isDisposed) return hasConflict;
    const options = this.#options();
    options.onOpenInOtherTab(isOpenInOtherTab);
    if (!draft || options.isUnsaved) return hasConflict;
    if (hasSameValues(draft.values, this.#readValues())) {
      deleteDraft(localStorage, accountId, draft.id);
      return hasConflict;
    }
    this.#id = draft.id;
    options.onRestored(draft);
    options.showValues(draft.values, draft.id);
    // The draft of a new listing may have become version 1 without a response reaching this browser.
    return options.version !== null && options.version !== (draft.version ?? 1);
  }

  #handleState(state: SaveState): void {
    this.#options().onSaveState(state);
    if (state.kind !== "saved") return;
    this.#options().onRestored(null);
    if (this.#autosave?.isClean()) this.#deleteDraft();
    else this.#store();
  }

  /** The form belongs to a saved listing from now on. */
  #handleSaved(content: OwnListingJson): void {
    const options = this.#options();
    const form = options.form();
    if (!form) return;
    options.onSaved(content.version);
    const href = options.editHref(content._id);
    if (form.getAttribute("action") !== href) {
      form.action = href;
      history.replaceState(history.state, "", href);
    }
    this.#channel?.postMessage({ id: content._id });
  }

  /** Another tab saved this listing. */
  async #handleOtherSave(): Promise<void> {
    const content = await fetchListing(this.#id);
    const autosave = this.#autosave;
    if (!autosave || autosave.isBusy || this.#isSubmitting || content.version === autosave.version) return;
    if (!autosave.isClean()) return autosave.reportConflict(content);
    this.#options().showSaved(content);
    autosave.adopt(content);
  }

  /** Stores the input in the browser. */
  #store(): void {
    const { accountId, onStored } = this.#options();
    if (accountId === "") return;
    const version = this.#autosave?.hasConflict ? CONFLICTING_VERSION : this.#version;
    const draft = { id: this.#id, version, at: Date.now(), values: this.#readValues() };
    onStored(saveDraft(localStorage, accountId, draft));
  }

  #deleteDraft(): void {
    deleteDraft(localStorage, this.#options().accountId, this.#id);
  }

  #readValues(): FormValues {
    const form = this.#options().form();
    return form ? readFormValues(form) : {};
  }
}

const fetchListing = async (id: string): Promise<OwnListingJson> =>
  (await apiFetch<{ content: OwnListingJson }>(paths.apiListing(id))).content;

const hasSameListing = (one: FormValues, other: FormValues): boolean =>
  JSON.stringify(toListingInput(one)) === JSON.stringify(toListingInput(other));
