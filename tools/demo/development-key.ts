/**
 * The development configuration's signing secret (contract §2): bytes 00 to 1f in base64, the same for all of its keys.
 * Everybody knows it, so production refuses to start with it.
 */
export const developmentSecret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** The key id of the demo project. */
export const developmentKeyId = 'mk_test_demo';

/** The key id of a project with next to no funds. */
export const poorKeyId = 'mk_test_poor';
