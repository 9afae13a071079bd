export { permissions, type Access, type Permission } from './access.ts';
export { answerSizeOf, isPage, type AnswerSize } from './answer-size.ts';
export { brandPath, otherSpelling, serverBrands, type BrandNames, type ServerBrand } from './values/brand.ts';
export { brandSchema, createValueTranslation, type ValueTranslation } from './values/brand-schema.ts';
export { findAddresses, findChartFaults } from './documents/chart-document.ts';
export { findMapFaults, findUnlistedSource } from './documents/map-sources.ts';
export { findTemplateFaults } from './documents/html-template.ts';
export { chatEnds, type ChatEndCode, type ChatEndValues } from './values/chat-ends.ts';
export { CSS_VALUE_PATTERN, isCssValue } from './values/css-value.ts';
export { DASHBOARD_LAYOUT_DEFAULTS } from './documents/dashboard-layout.ts';
export { RETRY_AFTER_SECONDS } from './vocabulary/define-error.ts';
export {
  errors,
  isRefusal,
  refuse,
  refuseFields,
  Refusal,
  retiredErrorCodes,
  type ErrorCode,
  type ErrorValues,
  type FieldIssue,
} from './errors.ts';
export { exampleOf, type ExampleOptions } from './example.ts';
export { imageSourcesOf, isImageAllowed, isImageHost } from './values/image-hosts.ts';
export { taggedRecords, type TaggedRecord } from './entity-tags.ts';
export { isJsonObject } from './values/json-object.ts';
export * as limits from './limits.ts';
export { faultOfModelPath } from './values/model-path.ts';
export { partsBeyondBounds } from './bounded-schemas.ts';
export { nameOf, namedSchemas, toJsonSchema } from './named-schemas.ts';
export type {
  Answer,
  Body,
  Bytes,
  MediaType,
  Method,
  Operation,
  OperationTypesOf,
  EngineStage,
  ProblemFormat,
  Reply,
  TypedOperation,
  Upload,
} from './operation.ts';
export { isReading, refusesScoped, takesIdempotencyKey } from './operation.ts';
export {
  entriesOf,
  managementOperations,
  operations,
  refusalsOf,
  type OperationId,
  type OperationTypes,
} from './operations.ts';
export { pathParameters, refuseMissing, type IdParameterName, type PathParameterName } from './parameters.ts';
export { fieldsNamedIn, withCalculatedFields, type CalculatedFields } from './documents/calculated-fields.ts';
export {
  featuresIn,
  reportFeatureNames,
  withFeatures,
  type ReportFeatures,
} from './documents/report-features.ts';
export * from './resources/index.ts';
export type { ObjectSchema, Schema, Static, TSchema } from './schema.ts';
export * as schemas from './schema.ts';
export { scimUrns } from './values/scim-urns.ts';
export { operationTags, routes, type Route } from './routes.ts';
export { isNamedTimeZone } from './values/time-zone.ts';
