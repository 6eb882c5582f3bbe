package pagemark.signal;

import java.time.Duration;

/// Something that is wrong, and the alarm of deployment/alarms.yaml that tells of it. A function
/// writes it each time that it finds it, so that the alarm is over once it is mended.
public enum Trouble {
  /// A page that the index did not answer.
  UNANSWERED("ApiFails"),

  /// No index serves a listing: only pages that need none are answered.
  NOT_READY("IndexIsInexact"),

  /// Pages of a listing may differ from the table.
  INEXACT("IndexIsInexact"),

  /// Items are in quarantine.
  QUARANTINED("IndexIsInexact"),

  /// Suspects could not be settled for an hour.
  SUSPECTS("IndexIsInexact", Duration.ofHours(1)),

  /// An audit has found differences, and none since then has compared and repaired everything.
  DIFFERS("IndexIsInexact"),

  /// Records that the consumer of the stream has left to the watch.
  UNCONSUMED("StreamIsBehind"),

  /// Records that Lambda gave up.
  GIVEN_UP("RecordsGivenUp"),

  /// A rebuild was begun, and nobody goes on with it.
  REBUILD_LEFT("MachineryFails", Duration.ofMinutes(30)),

  /// The last audit failed.
  AUDIT_FAILED("MachineryFails", Duration.ofMinutes(30));

  private final String alarm;
  private final Duration patience;

  Trouble(String alarm) {
    this(alarm, Duration.ZERO);
  }

  Trouble(String alarm, Duration patience) {
    this.alarm = alarm;
    this.patience = patience;
  }

  /// The logical id of the alarm.
  public String alarm() {
    return alarm;
  }

  /// How long it may last before it is one.
  public Duration patience() {
    return patience;
  }
}
