/** A jest reporter whose last words are one plain line: `N passed, N failed`. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : "";
    // At exit, because jest writes its own summary after the reporters have been told.
    process.once("exit", () => process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${skipped}\n`));
  }
}
