import { caseData, testRowCases } from './row-cases.ts';
import { onEveryEngine } from './support/test-engines.ts';

testRowCases(onEveryEngine(caseData));
