package pagemark.sync;

import java.time.Instant;
import pagemark.repair.Freshness;
import pagemark.state.Generation;

/// Decides which records are young enough to be applied from their images. Fences expire after a
/// day or two; an older record could undo a newer change whose fence is gone. Such a record only
/// makes its item doubtful, and a repair settles the item.
///
/// @param now the time by the function's clock
record AgeGuard(Freshness freshness, Instant now) {
  /// Whether the fence of anything newer than the record would still exist in `generation`.
  boolean isProof(Change change, Generation generation) {
    return change.proof() == Change.Proof.IMAGES
        && !change.createdAt().isBefore(now.minus(freshness.recordAgeMax()))
        && !change.createdAt().isBefore(proofFrom(generation));
  }

  /// The earliest creation time of a record that may be applied. A birth of [Instant#EPOCH] means
  /// that nobody consumed the stream before this generation, so no record is too old.
  private Instant proofFrom(Generation generation) {
    Instant birth = generation.birth();
    return birth.equals(Instant.EPOCH) ? birth : birth.plus(freshness.margin());
  }

  /// The time by the store's clock after which the store refuses an op made from the record.
  Instant notAfter(Change change) {
    return change.createdAt().plus(freshness.recordAgeMax()).plus(freshness.margin());
  }
}
