import { Fragment, type ReactNode } from "react";
import { AdminPage } from "@/ui/admin-page";
import { Button, buttonClass, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { fieldId } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { DecisionContext, type SubmittedDecision } from "./decision-context";
import { type DecisionFlash, DecisionNotice, UndoForm } from "./decision-notice";
import { formatEvent } from "./history";
import type { ModeratedItem, ModerationKind } from "./kind";
import { KIND_PATHS, type KindName } from "./kind-paths";
import { TasksLeft } from "./tasks-left";

type ModeratedPage<Item extends ModeratedItem> = NonNullable<ModerationKind<unknown, Item>["page"]>;

export type ItemView<Item extends ModeratedItem> = {
  item: Item;
  submitted: SubmittedDecision;
  /** Whether the last decision can be undone. */
  canUndo: boolean;
  flash: DecisionFlash | null;
  /** Path of the next item in the list. */
  next: string | null;
  reasonBlocks: Record<string, string>;
};

const REJECT_REASON = fieldId("reject-reason");

/** Everything that an admin needs to decide about an item, with the decisions. */
export function ItemPage<Item extends ModeratedItem>({
  kind,
  page,
  view,
}: {
  kind: KindName;
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
}) {
  const { t } = usePage();
  const { item, submitted, flash } = view;
  const { formatTitle, Actions, Aside, Content, MainDecision } = page;
  const title = formatTitle(t, item);
  const hasBar = MainDecision !== undefined && item.waiting !== null && item.canApprove !== false;
  return (
    <DecisionContext value={{ kind, item, submitted }}>
      <Enhanced name="decision-keys" texts={view.reasonBlocks} immediate>
        <AdminPage
          parent={{ label: t(`moderation.kinds.${kind}.heading`), href: KIND_PATHS[kind].queue() }}
          heading={title}
          actions={<Actions item={item} />}
          aside={
            <>
              <DecisionPanel kind={kind} page={page} view={view} hasBar={hasBar} />
              {Aside ? <Aside item={item} /> : null}
            </>
          }
        >
          {flash ? <DecisionNotice flash={flash} /> : null}
          <Content item={item} />
        </AdminPage>
        {hasBar ? (
          <div className="decision-bar">
            <div className="container decision-bar__row">
              <MainDecision item={item} />
              <LinkButton href={`#${REJECT_REASON}`} variant="secondary">
                {t("moderation.frame.bar.reject")}
              </LinkButton>
              {view.next ? <NextLink to={view.next}>{t("moderation.frame.bar.next")}</NextLink> : null}
            </div>
          </div>
        ) : null}
      </Enhanced>
    </DecisionContext>
  );
}

/** The decisions; of a decided item the last decision, with the undo while it is possible. */
function DecisionPanel<Item extends ModeratedItem>({
  kind,
  page: { Decisions, decisionActions = [], hasKeys = false },
  view: { item, canUndo, submitted, flash, next },
  hasBar,
}: {
  kind: KindName;
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
  hasBar: boolean;
}) {
  const { t } = usePage();
  const last = item.history?.find(({ action }) => decisionActions.includes(action));
  const keys: KeyName[] = [
    ...(item.waiting && item.canApprove !== false ? (["approve", "reject"] as const) : []),
    ...(next ? (["next"] as const) : []),
    ...(canUndo || flash?.decided?.canUndo ? (["undo"] as const) : []),
  ];
  return (
    <section className="panel stack">
      <h2>{t("moderation.frame.decision")}</h2>
      {submitted.message ? (
        <Notice tone="danger" live>
          {submitted.message}
        </Notice>
      ) : null}
      {item.waiting ? null : (
        <>
          <p>{t("moderation.frame.decided")}</p>
          {last ? (
            <p>
              {`${formatEvent(t, last)}, `}
              <Time ts={last.ts} clock />
            </p>
          ) : null}
          {canUndo ? <UndoForm action={KIND_PATHS[kind].action(item.id, "undo")} /> : null}
        </>
      )}
      <Decisions item={item} />
      {next && !hasBar ? <NextLink to={next}>{t("moderation.frame.next")}</NextLink> : null}
      <TasksLeft />
      {hasKeys && keys.length > 0 ? <Keys keys={keys} /> : null}
    </section>
  );
}

function NextLink({ to, children }: { to: string; children: ReactNode }) {
  const { url } = usePage();
  return (
    <LinkButton href={url(to)} variant="quiet" {...accessKeyProps(ACCESS_KEYS.next)}>
      {children}
    </LinkButton>
  );
}

/**
 * Access keys of the page, which work without a script and require a modifier key. client/enhance/decision-keys adds the
 * same keys without one. `DecisionButton` has A.
 */
const ACCESS_KEYS = { reject: "r", next: "n" } as const;
const accessKeyProps = (key: string): { accessKey: string } => ({ accessKey: key });

/** The keys that do something now. */
function Keys({ keys }: { keys: readonly KeyName[] }) {
  const { t } = usePage();
  return (
    <>
      <p className="small muted decision-keys">
        {keys.map((name, index) => {
          const text = (
            <>
              <kbd>{KEYS[name]}</kbd> {t(`moderation.frame.keys.${name}`)}
            </>
          );
          return (
            <Fragment key={name}>
              {index > 0 ? " · " : null}
              {name === "reject" ? (
                // On a link, because screen reader users may follow it.
                <a href={`#${REJECT_REASON}`} {...accessKeyProps(ACCESS_KEYS.reject)}>
                  {text}
                </a>
              ) : (
                text
              )}
            </Fragment>
          );
        })}
      </p>
      <KeysHelp />
    </>
  );
}

const KEYS_HELP_ID = "decision-keys-help";
const KEYS = { approve: "A", reject: "R", send: "Ctrl+Enter", next: "N", undo: "U", open: "?" };
type KeyName = keyof typeof KEYS;

/** How to use the keys; the switch turns single keys off (WCAG 2.1.4). A native popover. */
function KeysHelp() {
  const { t } = usePage();
  return (
    <>
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small`}
        popoverTarget={KEYS_HELP_ID}
        aria-haspopup="dialog"
      >
        {t("moderation.frame.keys.help")}
      </button>
      <div
        className="panel stack keys-help"
        id={KEYS_HELP_ID}
        popover="auto"
        role="dialog"
        aria-labelledby={`${KEYS_HELP_ID}-title`}
      >
        <h3 id={`${KEYS_HELP_ID}-title`}>{t("moderation.frame.keys.help")}</h3>
        <DescriptionList
          items={Object.entries(KEYS).map(([name, key]) => ({
            term: <kbd>{key}</kbd>,
            details: t(`moderation.frame.keys.${name}`),
            key: name,
          }))}
        />
        <label className="choice needs-script">
          <input type="checkbox" data-single-keys="" defaultChecked />
          <span>{t("moderation.frame.keys.single")}</span>
        </label>
        <p className="small muted">{t("moderation.frame.keys.how")}</p>
        <Button variant="secondary" size="small" popoverTarget={KEYS_HELP_ID}>
          {t("moderation.frame.keys.close")}
        </Button>
      </div>
    </>
  );
}
