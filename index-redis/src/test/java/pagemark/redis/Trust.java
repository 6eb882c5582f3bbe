package pagemark.redis;

import pagemark.index.ServerCertificate;
import redis.clients.jedis.SslOptions;

/// What a client of a TLS server trusts.
final class Trust {
  private Trust() {}

  /// The authority of this certificate, and no other.
  static SslOptions only(ServerCertificate certificate) {
    return SslOptions.builder()
        .trustStoreType("PKCS12")
        .truststore(certificate.truststore().toFile(), ServerCertificate.PASSWORD.toCharArray())
        .build();
  }
}
