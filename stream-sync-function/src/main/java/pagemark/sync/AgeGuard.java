package pagemark.sync;

import java.time.Instant;
import pagemark.repair.Freshness;
import pagemark.state.Generation;

/// Tells which records may be applied from their images.
///
/// @param now by the function's clock
record AgeGuard(Freshness freshness, Instant now) {
  /// Whether the register of the record's item in `generation` would still know of anything newer.
  boolean isProof(Change change, Generation generation) {
    return !change.isReplayed()
        && !change.createdAt().isBefore(now.minus(freshness.recordAgeMax()))
        && !change.createdAt().isBefore(proofFrom(generation));
  }

  /// A generation that was born before any record was read has no birth.
  private Instant proofFrom(Generation generation) {
    Instant birth = generation.birth();
    return birth.equals(Instant.EPOCH) ? birth : birth.plus(freshness.margin());
  }

  /// When, by the store's clock, an op made of the record comes too late.
  Instant notAfter(Change change) {
    return change.createdAt().plus(freshness.recordAgeMax()).plus(freshness.margin());
  }
}
