"""URLs of the league.

A club's pages are below its slug, everything else below /-/, which no club can have as its slug.
"""

from allauth.account import views as account
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.contrib.auth.decorators import login_required
from django.urls import path, register_converter

from league.converters import NumberConverter
from league.views import (
    administration,
    awards,
    closing,
    club,
    counting,
    decision,
    deletion,
    forfeit,
    founding,
    hall_of_fame,
    home,
    importing,
    invitation,
    late_entry,
    match,
    member,
    my,
    my_account,
    paper,
    penalty,
    player,
    report,
    result,
    rolling,
    rules,
    schedule,
    season,
    second_factor,
    sessions,
    setting_up,
    settings,
    site_text,
    substitute,
    variants,
    why,
    withdrawal,
)
from league.views.account import (
    ChangePasswordView,
    ConfirmCodeView,
    LogInView,
    RequestCodeView,
    ResetPasswordView,
)
from league.views.held import carry
from league.views.proof import ResetFromKeyView
from league.views.reauthentication import ReauthenticateByCodeView, ask_who_it_is
from league.views.sign_up import ConfirmSignUpView, SignUpView, waiting

register_converter(NumberConverter, "number")

# Their names are the ones that allauth asks for.
ACCOUNTS = [
    path("-/log-in/", carry(LogInView.as_view()), name="account_login"),
    path("-/log-in/code/", carry(RequestCodeView.as_view()), name="account_request_login_code"),
    path("-/log-in/code/confirm/", carry(ConfirmCodeView.as_view()), name="account_confirm_login_code"),
    path("-/log-in/second-factor/", carry(second_factor.AuthenticateView.as_view()), name="mfa_authenticate"),
    path("-/log-in/passkey/", carry(second_factor.LogInByPasskeyView.as_view()), name="mfa_login_webauthn"),
    path("-/log-out/", carry(account.logout), name="account_logout"),
    path("-/sign-up/", SignUpView.as_view(), name="account_signup"),
    path("-/sign-up/code/", ConfirmSignUpView.as_view(), name="account_confirm_sign_up"),
    path("-/waiting/", waiting, name="account_waiting"),
    path("-/inactive/", account.account_inactive, name="account_inactive"),
    path("-/confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("-/confirm/code/", second_factor.ReauthenticateView.as_view(), name="mfa_reauthenticate"),
    path(
        "-/confirm/passkey/",
        second_factor.ReauthenticateByPasskeyView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("-/confirm/mailed-code/", ReauthenticateByCodeView.as_view(), name="account_reauthenticate_by_code"),
    path("-/password/", ChangePasswordView.as_view(), name="account_change_password"),
    path("-/password/set/", ask_who_it_is(account.password_set), name="account_set_password"),
    path("-/password/reset/", ResetPasswordView.as_view(), name="account_reset_password"),
    path("-/password/reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "-/password/reset/<slug:uidb36>/<slug:key>/",
        ResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "-/password/reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]

# Below the page of an account.
OWN_ACCOUNT = [
    path("-/account/sessions/", sessions.sessions, name="usersessions_list"),
    path("-/account/second-factor/", login_required(second_factor.IndexView.as_view()), name="mfa_index"),
    path(
        "-/account/second-factor/app/",
        ask_who_it_is(second_factor.ActivateAppView.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        "-/account/second-factor/app/remove/",
        ask_who_it_is(totp.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path(
        "-/account/second-factor/passkeys/add/",
        ask_who_it_is(second_factor.AddPasskeyView.as_view()),
        name="mfa_add_webauthn",
    ),
    path(
        "-/account/second-factor/passkeys/<number:pk>/remove/",
        ask_who_it_is(second_factor.RemovePasskeyView.as_view()),
        name="mfa_remove_webauthn",
    ),
    path(
        "-/account/second-factor/codes/",
        ask_who_it_is(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "-/account/second-factor/codes/new/",
        ask_who_it_is(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "-/account/second-factor/codes/download/",
        ask_who_it_is(recovery_codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("-/account/", my_account.page, name="account"),
    path("-/account/name/", my_account.name, name="change-name"),
    path("-/account/address/", my_account.address, name="change-address"),
    path("-/account/address/confirm/", my_account.confirm_address, name="confirm-address"),
    path("-/account/data/", my_account.data, name="my-data"),
    path("-/account/delete/", my_account.delete, name="delete-account"),
]

urlpatterns = [
    path("", home.index, name="home"),
    *ACCOUNTS,
    *OWN_ACCOUNT,
    path("-/my/", my.page, name="my"),
    path("-/invitations/<str:token>/", invitation.follow, name="invitation"),
    path("-/clubs/new/", founding.club, name="new-club"),
    path("-/clubs/<slug:slug>/restore/", deletion.restore, name="restore-club"),
    path("-/report/", report.report, name="report"),
    path("-/imprint/", site_text.page, {"kind": "imprint"}, name="imprint"),
    path("-/contact/", site_text.page, {"kind": "contact"}, name="contact"),
    path("-/privacy/", site_text.page, {"kind": "privacy"}, name="privacy"),
    path("admin/", administration.lead_there, name="admin"),
    path("<slug:club>/", club.home, name="club"),
    path("<slug:club>/-/settings/", settings.club, name="club-settings"),
    path("<slug:club>/-/delete/", deletion.delete, name="delete-club"),
    path("<slug:club>/-/club-file/", deletion.club_file, name="club-file"),
    path("<slug:club>/-/players/add/", founding.players, name="add-players"),
    path("<slug:club>/-/competitions/new/", founding.competition, name="new-competition"),
    path("<slug:club>/-/variants/", variants.variants, name="variants"),
    path("<slug:club>/-/variants/<number:variant>/remove/", variants.remove, name="remove-variant"),
    path("<slug:club>/-/leave/", my_account.leave, name="leave-club"),
    path("<slug:club>/-/players/<slug:player>/forget/", player.forget, name="forget-player"),
    path("<slug:club>/-/members/", member.members, name="members"),
    path("<slug:club>/-/members/<number:member>/", member.change, name="member"),
    path("<slug:club>/-/invitations/<number:invitation>/", invitation.withdraw, name="withdraw-invitation"),
    path("<slug:club>/players/", player.players, name="players"),
    path("<slug:club>/players/<slug:player>/", player.page, name="player"),
    path("<slug:club>/matches/<slug:match>/", match.sheet, name="match"),
    path("<slug:club>/matches/<slug:match>/enter/", result.enter, name="enter"),
    path("<slug:club>/matches/<slug:match>/enter/check/", result.check, name="check"),
    path("<slug:club>/matches/<slug:match>/restore/<number:number>/", result.restore, name="restore"),
    path("<slug:club>/matches/<slug:match>/move/", schedule.move, name="move-match"),
    path("<slug:club>/matches/<slug:match>/decide/", forfeit.decide, name="decide-match"),
    path("<slug:club>/matches/<slug:match>/substitute/", substitute.substitute, name="substitute"),
    path("<slug:club>/matches/<slug:match>/paper/", paper.sheet, name="paper"),
    path("<slug:club>/<slug:competition>/", season.latest, name="competition"),
    path("<slug:club>/<slug:competition>/settings/", settings.competition, name="competition-settings"),
    path("<slug:club>/<slug:competition>/game/", variants.game, name="competition-game"),
    path("<slug:club>/<slug:competition>/new-season/", setting_up.begin, name="new-season"),
    path("<slug:club>/<slug:competition>/rules/", rules.rules, name="rules"),
    path("<slug:club>/<slug:competition>/count/", counting.count, name="counting"),
    path("<slug:club>/<slug:competition>/hall-of-fame/", hall_of_fame.hall_of_fame, name="hall-of-fame"),
    path("<slug:club>/<slug:competition>/<number:season>/", season.standings, name="season"),
    path("<slug:club>/<slug:competition>/<number:season>/grid/", season.grid, name="season-grid"),
    path("<slug:club>/<slug:competition>/<number:season>/matches/", season.matches, name="season-matches"),
    path("<slug:club>/<slug:competition>/<number:season>/awards/", awards.awards, name="season-awards"),
    path("<slug:club>/<slug:competition>/<number:season>/paper/", paper.night, name="night-paper"),
    path("<slug:club>/<slug:competition>/<number:season>/results/", importing.results, name="import-results"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/results/results.<slug:format>",
        importing.template,
        name="results-template",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/why/<slug:player>/", why.why, name="why"),
    path("<slug:club>/<slug:competition>/<number:season>/set-up/", setting_up.overview, name="set-up"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/set-up/divisions/",
        setting_up.divisions,
        name="set-up-divisions",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/set-up/schedule/",
        schedule.make,
        name="set-up-schedule",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/nights/", schedule.nights, name="nights"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/decisions/",
        decision.decisions,
        name="season-decisions",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/decisions/<number:decision>/take-back/",
        decision.take_back,
        name="take-back",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/withdraw/", withdrawal.withdraw, name="withdraw"),
    path("<slug:club>/<slug:competition>/<number:season>/penalty/", penalty.penalize, name="penalize"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/substitute/",
        substitute.substitute_rest,
        name="substitute-rest",
    ),
    path(
        "<slug:club>/<slug:competition>/<number:season>/late-entry/", late_entry.enter_late, name="enter-late"
    ),
    path("<slug:club>/<slug:competition>/<number:season>/close/", closing.close, name="close"),
    path("<slug:club>/<slug:competition>/<number:season>/reopen/", closing.reopen, name="reopen"),
    path("<slug:club>/<slug:competition>/<number:season>/roll-over/", rolling.roll_over, name="roll-over"),
    path(
        "<slug:club>/<slug:competition>/<number:season>/roll-over/<number:job>/",
        rolling.progress,
        name="roll-over-progress",
    ),
    path("<slug:club>/<slug:competition>/<number:season>/undo/", rolling.undo, name="undo"),
]
