package pagemark.audit;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.state.CheckpointItems;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.KeyHashes;

/// An audit that takes several invocations. Each goes on with the [Coverage] that the last one has
/// kept in `pagemark-state`.
///
/// If an invocation fails, nothing of it counts, and the next one does it again. Its repairs stay,
/// because a repair is right whenever it happens.
///
/// @param hashes stand for the items of the examples
record AuditSteps(
    CheckpointItems checkpoints,
    Generations generations,
    Audit audit,
    Generation serving,
    AuditSettings settings,
    KeyHashes hashes) {
  /// Goes on with the audit that the request names, or begins it.
  ///
  /// @param log takes the result when the audit is over
  /// @throws AuditException if the audit was begun otherwise, or does not come forward
  Map<String, Object> next(AuditRequest.OfAudit request, String token, Consumer<AuditResult> log) {
    CoverageBytes codec = new CoverageBytes(serving.id(), settings.sample(), settings.repair());
    String work = "audit#" + serving.listing();
    Coverage coverage =
        checkpoints.last(work, token).map(codec::read).orElseGet(() -> audit.begin(serving));
    if (coverage.sums().over()) {
      return answer(AuditResult.of(serving, settings, coverage, List.of()), request);
    }
    long steps = coverage.steps.get();
    AuditResult result = audit.run(serving, coverage);
    if (coverage.sums().over()) {
      Audit.clear(generations, result);
      log.accept(result);
      coverage.forgetGroups();
    } else if (coverage.steps.get() == steps) {
      throw new AuditException(
          "the audit does not come forward: an invocation is too short for it");
    }
    checkpoints.keep(work, token, codec.write(coverage));
    return answer(result, request);
  }

  private Map<String, Object> answer(AuditResult result, AuditRequest.OfAudit request) {
    Map<String, Object> answer = result.json(request.keys(), hashes);
    answer.put("status", result.isOver() ? "DONE" : "CONTINUE");
    return answer;
  }
}
