package pagemark.audit;

import java.util.List;
import java.util.function.Consumer;
import pagemark.state.CheckpointItems;
import pagemark.state.Generation;
import pagemark.state.Generations;

/// An audit that takes several invocations. Each goes on with the [Coverage] that the last one has
/// kept in `pagemark-state`.
///
/// If an invocation fails, nothing of it counts, and the next one does it again. Its repairs stay,
/// because a repair is right whenever it happens.
///
/// @param generations have the marks that the audit clears at its end
public record AuditSteps(
    CheckpointItems checkpoints, Generations generations, Audit audit, Generation serving) {
  /// Goes on with an audit, or begins it.
  ///
  /// @param token the name of the audit
  /// @param log takes the result when the audit is over
  /// @return the result of all invocations so far
  /// @throws AuditException if the audit was begun otherwise, or does not come forward
  public AuditResult next(String token, Consumer<AuditResult> log) {
    AuditSettings settings = audit.settings();
    CoverageBytes codec = new CoverageBytes(serving.id(), settings.sample(), settings.repair());
    String work = "audit#" + serving.listing();
    Coverage coverage =
        checkpoints.last(work, token).map(codec::read).orElseGet(() -> audit.begin(serving));
    if (coverage.sums().over()) {
      return AuditResult.of(serving, settings, coverage, List.of());
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
    return result;
  }
}
