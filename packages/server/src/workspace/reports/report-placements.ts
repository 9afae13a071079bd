import { limits, refuse, refuseFields, type OperationTypes } from '@oriel/contract';
import { randomUUID } from 'node:crypto';
import type { ReportRow } from '../items/workspace-rows.ts';
import { addressOf, type PlacementAddress } from '../placements/placement-address.ts';
import type { NewPlacement, PlacementRow } from '../placements/placement-store.ts';

/** What a request says of a placement: a change of the report, or a refresh. */
type PlacementInput = Partial<
  OperationTypes['createReport']['body'] &
    OperationTypes['updateReport']['body'] &
    OperationTypes['refreshReport']['body']
>;

/** Fields that say nothing but where a report stands. */
const placementFields = ['host', 'sheetId', 'workbookName', 'placementId', 'resultChecksum'] as const;
const addressFields = [...placementFields, 'externalWorkbookId', 'resultLocation', 'endResultCell'] as const;

const isGiven = (input: PlacementInput) => (field: keyof PlacementInput) => input[field] != null;

/** Whether a change of a report says where it stands. */
export function saysPlacement(input: PlacementInput): boolean {
  return addressFields.some(isGiven(input));
}

/**
 * The placement that a change of a report describes, to be saved: the one that it names by `placementId` or by
 * spreadsheet and cell with what is sent, else a new one. Undefined where the spreadsheet or the location is not known
 * and nothing else was said.
 *
 * @param report as it is after the change
 * @throws `validation_failed` for a field that describes a placement nowhere; `invalid_request` beyond
 * {@link limits.MAX_REPORT_PLACEMENTS} and {@link limits.MAX_PLACEMENT_BYTES}
 */
export function placementFrom(
  input: PlacementInput,
  { report, placements, userId }: { report: ReportRow; placements: readonly PlacementRow[]; userId: number },
): NewPlacement | undefined {
  const named = placements.find(({ id }) => id === input.placementId);
  const workbookId = input.externalWorkbookId ?? named?.workbookId ?? report.externalWorkbookId;
  const resultLocation = input.resultLocation ?? named?.resultLocation ?? report.resultLocation;
  if (workbookId === null || resultLocation === null) {
    const issues = placementFields.filter(isGiven(input)).map((path) => ({
      path,
      message: 'describes a placement, which needs externalWorkbookId and resultLocation',
    }));
    if (issues.length === 0) return undefined;
    throw refuseFields(issues);
  }
  const address = addressOf({ ...input, resultLocation });
  const known =
    named ?? placements.find((placement) => isAt(placement, { workbookId, resultLocation, address }));
  if (!known && placements.length >= limits.MAX_REPORT_PLACEMENTS)
    throw refuse('invalid_request', {
      reason: `A report has at most ${limits.MAX_REPORT_PLACEMENTS} placements`,
    });
  const placement = {
    reportId: report.id,
    id: known?.id ?? input.placementId ?? randomUUID(),
    host: input.host ?? known?.host ?? null,
    workbookId,
    workbookName: input.workbookName ?? known?.workbookName ?? null,
    sheetId: input.sheetId ?? known?.sheetId ?? null,
    sheetName: address.sheetName ?? known?.sheetName ?? null,
    anchorCell: address.anchorCell ?? known?.anchorCell ?? null,
    resultLocation,
    endResultCell: input.endResultCell ?? known?.endResultCell ?? null,
    placedByUserId: known ? known.placedByUserId : userId,
    queryChecksum: report.currentQueryChecksum,
    resultChecksum: toJson(input.resultChecksum),
  };
  checkBytes(placement, placements);
  return placement;
}

/**
 * @throws `invalid_request` where the placements of a report would be larger than {@link limits.MAX_PLACEMENT_BYTES}
 */
function checkBytes(placement: NewPlacement, placements: readonly PlacementRow[]): void {
  const others = placements.filter(({ id }) => id !== placement.id);
  const bytes = Buffer.byteLength(JSON.stringify([...others, placement]));
  if (bytes > limits.MAX_PLACEMENT_BYTES)
    throw refuse('invalid_request', {
      reason: `The placements of a report take ${limits.MAX_PLACEMENT_BYTES} bytes together at most, and would take ${bytes}; send fewer chunks in resultChecksum`,
    });
}

/**
 * The placement that a spreadsheet describes, to be saved: as {@link placementFrom}. One that has only moved keeps what
 * was read there.
 *
 * @throws `invalid_request` beyond {@link limits.MAX_REPORT_PLACEMENTS}
 */
export function connectedPlacement(
  { addressOnly, ...input }: OperationTypes['connectReportToWorkbook']['body'],
  known: { report: ReportRow; placements: readonly PlacementRow[]; userId: number },
): NewPlacement {
  const placement = placementFrom(input, known);
  if (!placement) throw new Error('A placement with a spreadsheet and a location was not made');
  const held = known.placements.find(({ id }) => id === placement.id);
  if (!addressOnly || !held) return placement;
  const { queryChecksum, resultChecksum } = held;
  return { ...placement, queryChecksum, resultChecksum: toJson(resultChecksum) };
}

/**
 * The placements that a target names: the one with its `placementId`, else those of its spreadsheet with its sheet name
 * and its cell, both of which have to be there. The id of a sheet leaves out those that are known to be on another.
 */
export function droppedPlacements(
  target: OperationTypes['disconnectReportFromWorkbook']['body'],
  placements: readonly PlacementRow[],
): PlacementRow[] {
  const { placementId, externalWorkbookId, sheetId } = target;
  if (placementId != null) return placements.filter(({ id }) => id === placementId);
  const { sheetName, anchorCell } = addressOf(target);
  if (externalWorkbookId == null || sheetName === null || anchorCell === null) return [];
  return placements.filter((placement) => {
    const held = addressOf(placement);
    const isOnSheet = sheetId == null || placement.sheetId === null || placement.sheetId === sheetId;
    return (
      isOnSheet &&
      placement.workbookId === externalWorkbookId &&
      held.sheetName === sheetName &&
      held.anchorCell === anchorCell
    );
  });
}

/** The same cell of the same spreadsheet; a location that is no cell is compared as it is written. */
function isAt(
  placement: PlacementRow,
  {
    workbookId,
    resultLocation,
    address,
  }: { workbookId: string; resultLocation: string; address: PlacementAddress },
): boolean {
  if (placement.workbookId !== workbookId) return false;
  if (address.anchorCell === null) return placement.resultLocation === resultLocation;
  const held = addressOf(placement);
  return held.anchorCell === address.anchorCell && held.sheetName === address.sheetName;
}

/**
 * The placements that a refresh means, as they are after it: the one with its `placementId`, else those of its
 * spreadsheet that every part of the address fits.
 */
export function refreshedPlacements(
  target: OperationTypes['refreshReport']['body'],
  { report, placements, userId }: { report: ReportRow; placements: readonly PlacementRow[]; userId: number },
): NewPlacement[] {
  const address = addressOf(target);
  const fits = (wanted: string | null | undefined, held: string | null) =>
    wanted == null || held === null || wanted === held;
  const isMeant = (placement: PlacementRow) => {
    if (target.placementId != null) return placement.id === target.placementId;
    const held = addressOf(placement);
    return (
      placement.workbookId === target.externalWorkbookId &&
      fits(target.sheetId, placement.sheetId) &&
      fits(address.sheetName, held.sheetName) &&
      fits(address.anchorCell, held.anchorCell)
    );
  };
  return placements.filter(isMeant).map((placement) => ({
    ...placement,
    sheetId: target.sheetId ?? placement.sheetId,
    sheetName: address.sheetName ?? placement.sheetName,
    anchorCell: address.anchorCell ?? placement.anchorCell,
    resultLocation: target.resultLocation ?? placement.resultLocation,
    refreshedAt: new Date().toISOString(),
    refreshedByUserId: userId,
    queryChecksum: report.currentQueryChecksum,
    resultChecksum: toJson(target.resultChecksum),
  }));
}

function toJson(checksum: PlacementInput['resultChecksum']): string | null {
  return checksum == null ? null : JSON.stringify(checksum);
}
