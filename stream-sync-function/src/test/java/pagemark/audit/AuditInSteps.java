package pagemark.audit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.function.Supplier;
import pagemark.state.Generation;

/// Runs an audit in as many invocations as it takes. Between two of them, its progress is written
/// down and read again.
public final class AuditInSteps {
  private static final int INVOCATIONS_MAX = 1_000;

  private final Audits audits;
  private int invocations;

  /// Makes the audit of an invocation.
  public interface Audits {
    Audit of(AuditSettings settings);
  }

  public AuditInSteps(Audits audits) {
    this.audits = audits;
  }

  /// @param settings those of the next invocation, with its time limit
  public AuditResult run(Generation serving, Supplier<AuditSettings> settings) {
    AuditSettings first = settings.get();
    byte[] kept = audits.of(first).begin(serving).bytes();
    while (true) {
      Progress progress = Progress.of(kept, first.of(serving));
      AuditResult result = audits.of(settings.get()).run(serving, progress);
      invocations++;
      if (result.isOver()) {
        return result;
      }
      assertTrue(invocations < INVOCATIONS_MAX, "the audit does not end");
      kept = progress.bytes();
    }
  }

  /// The same settings with a time limit that lets an invocation read until `readUntil`.
  public static AuditSettings reading(AuditSettings settings, Instant readUntil) {
    return new AuditSettings(
        settings.sample(),
        settings.draws(),
        settings.workers(),
        settings.repair(),
        settings.lag(),
        readUntil.plus(settings.secondLookAfter()).plus(Run.LOOKING_AND_REPAIR));
  }

  public int invocations() {
    return invocations;
  }
}
