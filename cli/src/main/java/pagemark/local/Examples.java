package pagemark.local;

import java.util.List;
import pagemark.local.sample.Sample;

/// Makes an example path for each listing.
///
/// @param options say whether there is a sample
record Examples(LocalOptions options) {
  List<String> paths() {
    return options.listings().byName().keySet().stream().map(this::path).toList();
  }

  private String path(String listing) {
    return options.sample() > 0 && listing.equals(Sample.LISTING)
        ? "/%s/%s?page=3".formatted(listing, Sample.GROUP)
        : "/%s?group=GROUP".formatted(listing);
  }
}
