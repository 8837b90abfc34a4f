import { apiFetch } from "@client/http";
import { reopenPage } from "@client/reopen-page";
import { writeStored } from "@client/storage";
import { FORM_CHANNEL, SUBMITTED_FORM_KEY } from "@/shared/draft-keys";
import { paths } from "@/shared/paths";
import { type FormValues, toListingInput } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { type Autosave, createAutosave } from "./autosave";
import { hasSameValues, readFormValues } from "./form-values";
import type { ListingContent, SaveObstacle } from "./listing-content";
import { openForm } from "./open-form";
import type { SaveState } from "./save-state";
import { CONFLICTING_VERSION, deleteDraft, type StoredDraft, storeDraft } from "./stored-drafts";

/** The listing as the page was sent. */
type OpenedListing = {
  id: string;
  /** The saved version; null for a new listing. */
  version: number | null;
  /** The values of the form. */
  initialValues: FormValues;
  /** The saved content; null for a new listing. */
  saved: ListingContent | null;
  /** Whether the listing is saved on the server automatically. Otherwise its input is only stored in the browser. */
  isDraft: boolean;
  /** Whether the server returned the form unsaved, so that it is newer than any stored draft. */
  isUnsaved: boolean;
  /** Whether the server returned the form because another writer had saved the listing. */
  hasConflict: boolean;
};

/** Access to the form in the page. */
type DraftForm = {
  getElement(): HTMLFormElement | null;
  /** The content of the form, or why it can't be saved yet. */
  readContent(values: FormValues, id: string): ListingContent | SaveObstacle;
  /** Puts values into the form, with the pictures that they name. */
  showValues(values: FormValues, id: string): void;
  /** Puts the listing as the server has it into the form. */
  showServerVersion(content: OwnListingJson): void;
};

/** What the page shows of a draft. */
export type DraftView = {
  id: string;
  /** The saved version; null before the first save. */
  version: number | null;
  saveState: SaveState;
  /** Whether the browser has stored the input; false when its storage is full or disabled. */
  isStored: boolean;
  /** A stored draft that the form shows; null once it is saved or replaced. */
  restored: StoredDraft | null;
  isOpenInOtherTab: boolean;
};

export type DraftOptions = {
  /** Id of the signed-in user; "" for a visitor, whose drafts are not stored. */
  accountId: string;
  listing: OpenedListing;
  form: DraftForm;
  /** Path at which a saved listing is edited. */
  editHref(id: string): string;
  onChange(change: Partial<DraftView>): void;
  /** The listing is saved on the server, so pictures can be uploaded. */
  onSavedOnServer(): void;
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
  /** Whether the browser has stored the latest input. */
  #hasStored = false;
  /** Whether the user changed the form. */
  #isDirty = false;

  /** `options` returns the options of the latest render. */
  constructor(options: () => DraftOptions) {
    this.#options = options;
    this.#id = options().listing.id;
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
      void this.#autosave?.close();
      this.#channel?.close();
      document.removeEventListener("visibilitychange", onVisibilityChange);
      removeEventListener("online", flushChanges);
    };
  }

  /** The user changed the form. */
  handleInput(): void {
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
    void this.#autosave?.close();
    reopenPage(document);
  }

  /** Ends a conflict: the form's values will replace what another writer saved. */
  overwriteServerVersion(): void {
    this.#autosave?.overwrite();
    this.#store();
    this.#autosave?.saveSoon();
  }

  /** Ends a conflict: the form shows what another writer saved. */
  async acceptServerVersion(content: OwnListingJson | null): Promise<void> {
    const saved = content ?? (await fetchListing(this.#id));
    const { form, onChange } = this.#options();
    form.showServerVersion(saved);
    this.#autosave?.continueFrom(saved);
    onChange({ restored: null });
    this.#deleteDraft();
  }

  /** Call before the form is submitted. Resolves when no save is running; nothing is saved until `reopen`. */
  async close(): Promise<void> {
    this.#isSubmitting = true;
    await this.#opening;
    await this.#autosave?.close();
  }

  /** The form was not submitted after all. */
  reopen(): void {
    this.#isSubmitting = false;
    this.#autosave?.reopen();
  }

  /** The form is being submitted; the next page decides whether the draft is still needed. */
  markSubmitted(): void {
    if (this.#options().accountId !== "") writeStored("sessionStorage", SUBMITTED_FORM_KEY, this.#id);
  }

  /** The saved version; null before the first save of a new listing. */
  get #version(): number | null {
    return this.#autosave?.version ?? this.#options().listing.version;
  }

  async #start(): Promise<void> {
    const hasConflict = await this.#openDraft();
    if (this.#isDisposed) return;
    const { listing } = this.#options();
    this.#autosave = createAutosave({
      id: this.#id,
      version: listing.version,
      saved: listing.saved,
      hasConflict,
      isAutosaveOff: !listing.isDraft,
      read: () => this.#options().form.readContent(this.#readValues(), this.#id),
      call: apiFetch,
      onState: (state) => this.#handleState(state),
      onSaved: (content) => this.#handleSaved(content),
    });
    if (this.#isSubmitting) void this.#autosave.close();
    this.#channel = new BroadcastChannel(FORM_CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<{ id: string }>) => {
      if (data.id !== this.#id) return;
      this.#handleOtherSave().catch((error) => console.error("save of another tab not shown", error));
    };
    // Changes typed before the script was loaded.
    if (listing.isUnsaved || !hasSameListing(this.#readValues(), listing.initialValues)) this.handleInput();
    if (listing.isUnsaved) this.#replaceReturnedPage();
  }

  /**
   * Going back to the answer of a form, or reloading it, would send the form again, and the old text would replace what
   * was typed since. Makes the history entry one of the form's own page, which shows the stored text.
   */
  #replaceReturnedPage(): void {
    const action = this.#options().form.getElement()?.getAttribute("action");
    if (action && this.#hasStored) history.replaceState(history.state, "", action);
  }

  /** Locks the form for this tab and shows its stored draft. Returns whether autosave starts with a conflict. */
  async #openDraft(): Promise<boolean> {
    const {
      accountId,
      listing: { hasConflict },
    } = this.#options();
    if (accountId === "") return hasConflict;
    const { draft, isOpenInOtherTab } = await openForm(accountId, this.#options().listing, this.#locks);
    if (this.#isDisposed) return hasConflict;
    const { listing, form, onChange } = this.#options();
    onChange({ isOpenInOtherTab });
    if (!draft || listing.isUnsaved) return hasConflict;
    if (hasSameValues(draft.values, this.#readValues())) {
      deleteDraft(accountId, draft.id);
      return hasConflict;
    }
    this.#id = draft.id;
    onChange({ id: draft.id, restored: draft });
    form.showValues(draft.values, draft.id);
    // The draft of a new listing may have become version 1 without a response reaching this browser.
    return listing.version !== null && listing.version !== (draft.version ?? 1);
  }

  #handleState(state: SaveState): void {
    const isSaved = state.kind === "saved";
    this.#options().onChange({ saveState: state, ...(isSaved ? { restored: null } : {}) });
    if (!isSaved) return;
    if (this.#autosave?.isClean()) this.#deleteDraft();
    else this.#store();
  }

  /** The form belongs to a saved listing from now on. */
  #handleSaved(content: OwnListingJson): void {
    const { form, onChange, onSavedOnServer, editHref } = this.#options();
    const element = form.getElement();
    if (!element) return;
    onChange({ version: content.version });
    onSavedOnServer();
    const href = editHref(content._id);
    if (element.getAttribute("action") !== href) {
      element.action = href;
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
    this.#options().form.showServerVersion(content);
    autosave.continueFrom(content);
  }

  /** Stores the input in the browser. */
  #store(): void {
    const { accountId, onChange } = this.#options();
    if (accountId === "") return;
    const version = this.#autosave?.hasConflict ? CONFLICTING_VERSION : this.#version;
    const draft = { id: this.#id, version, at: Date.now(), values: this.#readValues() };
    this.#hasStored = storeDraft(accountId, draft);
    onChange({ isStored: this.#hasStored });
  }

  #deleteDraft(): void {
    deleteDraft(this.#options().accountId, this.#id);
  }

  #readValues(): FormValues {
    const element = this.#options().form.getElement();
    return element ? readFormValues(element) : {};
  }
}

const fetchListing = async (id: string): Promise<OwnListingJson> =>
  (await apiFetch<{ content: OwnListingJson }>(paths.apiListing(id))).content;

const hasSameListing = (a: FormValues, b: FormValues): boolean =>
  JSON.stringify(toListingInput(a)) === JSON.stringify(toListingInput(b));
