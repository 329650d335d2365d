-- Roles are made, changed and removed: whether somebody has one, and which roles have a menu.
CREATE INDEX memberships_role ON memberships (role_id);
CREATE INDEX invitations_role ON invitations (role_id) WHERE state = 'open';
CREATE INDEX role_menus_menu ON role_menus (menu_id);
