package pagemark.state;

import java.time.Instant;

/// A mark that the index of a generation may differ from the table. Its pages then say `"exact":
/// false`.
///
/// @param since about when the first record was created that the index may lack
/// @param noticed when the cause was noticed last; distinguishes this mark from a later one
public record Inexact(Cause cause, Instant since, Instant noticed) {
  /// What has happened, and what repairs it.
  public enum Cause {
    /// The store has lost acknowledged writes. The stream is read again from then on, which removes
    /// the mark.
    LOST_WRITES,
    /// Records left the stream before they were applied. Only a rebuild repairs that, or an audit
    /// with `--repair`.
    MISSED_RECORDS,
    /// Records were sent to the failure destination after all retries. An audit with `--repair`
    /// repairs that, or a rebuild.
    GIVEN_UP_RECORDS
  }

  public Inexact {
    since = Instant.ofEpochMilli(since.toEpochMilli());
    noticed = Instant.ofEpochMilli(noticed.toEpochMilli());
  }

  /// What repairs the index of `listing`, for a person to read.
  public String remedy(String listing) {
    return switch (cause) {
      case LOST_WRITES ->
          "the stream is read again from then on; if the mark stays, `pagemark rebuild --listing %s`"
              .formatted(listing);
      case MISSED_RECORDS -> "`pagemark rebuild --listing %s`".formatted(listing);
      case GIVEN_UP_RECORDS -> "`pagemark audit --listing %s --repair`".formatted(listing);
    };
  }

  /// The log line for a generation that was marked.
  public String line(Generation marked) {
    return "the index may differ from the table: listing=%s generation=%s cause=%s since=%s remedy=%s"
        .formatted(marked.listing(), marked.id(), cause, since, remedy(marked.listing()));
  }

  /// Combines two marks: the earlier `since`, the later `noticed`.
  Inexact and(Inexact later) {
    return new Inexact(
        cause,
        since.isBefore(later.since) ? since : later.since,
        noticed.isAfter(later.noticed) ? noticed : later.noticed);
  }
}
