package pagemark.state;

import java.time.Instant;

/// A mark on a generation: its index may differ from the table. Pages of it say `"exact": false`.
///
/// @param since the first record that the index may lack was created about then
/// @param noticed when the cause was noticed last; tells this mark from a later one
public record Inexact(Cause cause, Instant since, Instant noticed) {
  /// What has happened, and what mends it.
  public enum Cause {
    /// The store has lost writes that it had acknowledged. The records since then are applied
    /// again, which takes the mark away.
    LOST_WRITES,
    /// Records left the stream before they were applied. Only a rebuild mends that, or an audit
    /// with repair.
    MISSED_RECORDS,
    /// Records were given up to the failure destination. An audit with repair mends that, or a
    /// rebuild.
    GIVEN_UP_RECORDS
  }

  public Inexact {
    since = Instant.ofEpochMilli(since.toEpochMilli());
    noticed = Instant.ofEpochMilli(noticed.toEpochMilli());
  }

  /// What mends the index of `listing`, to be shown to a person.
  public String remedy(String listing) {
    return switch (cause) {
      case LOST_WRITES ->
          "the stream is read again from then; if this stays, `pagemark rebuild --listing %s`"
              .formatted(listing);
      case MISSED_RECORDS -> "`pagemark rebuild --listing %s`".formatted(listing);
      case GIVEN_UP_RECORDS -> "`pagemark audit --listing %s --repair`".formatted(listing);
    };
  }

  /// The line of the log that says that a generation was marked.
  public String line(Generation marked) {
    return "the index may differ from the table: listing=%s generation=%s cause=%s since=%s remedy=%s"
        .formatted(marked.listing(), marked.id(), cause, since, remedy(marked.listing()));
  }

  /// The one mark that stands for both: since the earlier time, noticed at the later.
  Inexact and(Inexact later) {
    return new Inexact(
        cause,
        since.isBefore(later.since) ? since : later.since,
        noticed.isAfter(later.noticed) ? noticed : later.noticed);
  }
}
